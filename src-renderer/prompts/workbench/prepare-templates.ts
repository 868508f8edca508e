/** Registers the language of templates, before the first one is drawn. */
export const prepareTemplates = async (): Promise<void> => {
  const { registerGoTemplate } = await import('../language/register.ts');
  registerGoTemplate();
};
