/** The person's settings: one YAML file, a schema, watched. */
export { createSettings, type SettingsFeature, type SettingsOptions } from './create-settings.ts';
