import { type Builtin, done, OK } from './builtin.ts';

export const reset: Builtin = {
  name: 'reset',
  forms: [{ syntax: 'reset', description: 'have the chat forget its messages and what was pushed' }],
  async run(args, { console, options }) {
    if (args.length > 0) return 'usage';
    await options.chat.reset(console.session);
    return OK;
  },
};

export const compact: Builtin = {
  name: 'compact',
  forms: [{ syntax: 'compact', description: 'have the chat go on with a summary of its messages' }],
  async run(args, { console, options }) {
    if (args.length > 0) return 'usage';
    return done((await options.chat.compact(console.session)).text);
  },
};

export const history: Builtin = {
  name: 'history',
  forms: [{ syntax: 'history', description: 'show what the model is sent: messages, then what was pushed' }],
  async run(args, { console, options }) {
    if (args.length > 0) return 'usage';
    return done(await options.chat.history(console.session));
  },
};
