import type { RestFile } from './config/rest-file.ts';
import type { LlmPort } from './rest-ports.ts';

/** The server that `config.yaml` names; `others` where it names none. */
export function llmOfFile({ llm }: Pick<RestFile, 'llm'>, others: LlmPort): LlmPort {
  const { api_base: base, api_key: apiKey, model: usual } = llm;
  if (base === undefined) return { resolve: (model, signal) => others.resolve(model ?? usual, signal) };
  const bare = base.replace(/\/+$/, '');
  const baseUrl = bare.endsWith('/v1') ? bare : `${bare}/v1`;
  return {
    resolve: async (given) => {
      const model = given ?? usual;
      return model === undefined ? undefined : { baseUrl, apiKey, model };
    },
  };
}
