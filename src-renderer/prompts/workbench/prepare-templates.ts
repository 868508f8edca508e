/** The language is known before the first template is drawn. */
export const prepareTemplates = async (): Promise<void> => {
  const { registerGoTemplate } = await import('../language/register.ts');
  registerGoTemplate();
};
