import { type Builtin, done, failedOutcome, OK } from './builtin.ts';

export const exportVariable: Builtin = {
  name: 'export',
  forms: [
    { syntax: 'export', description: 'list all variables' },
    { syntax: 'export NAME=VALUE', description: 'set a variable for what is started from now on' },
  ],
  async run(args, { console }) {
    const [assignment] = args;
    if (args.length > 1) return 'usage';
    if (assignment === undefined) return done(variableList(console.place.environment));
    const at = assignment.indexOf('=');
    if (at < 0) return failedOutcome(`export: the value is missing: export ${assignment}=VALUE`);
    const name = assignment.slice(0, at);
    const value = assignment.slice(at + 1);
    if (name === '') return failedOutcome('export: the name before = is empty');
    await console.setVariable(name, value);
    return OK;
  },
};

function variableList(variables: Readonly<Record<string, string>>): string {
  return Object.keys(variables)
    .sort()
    .map((name) => `${name}=${variables[name]}`)
    .join('\n');
}
