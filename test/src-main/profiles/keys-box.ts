export const ONE = 'profiles: { p: {} }\n';

export const KEY = 'sk-typed-0123456789';
