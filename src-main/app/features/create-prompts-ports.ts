import type { ProviderView } from '#contract';
import { AppError } from '#core/app-error';
import { toolName } from '#mcp';
import type { Profile, ProfilesFeature } from '#profiles';
import type { PromptsPorts } from '#prompts/library';
import type { JudgeCall } from '#providers';
import type { AppPorts } from '../ports.ts';

/**
 * Tools of the MCP servers under Providers, by the names they have there: those that serve the whole workspace. Rules
 * decide, since no person can be asked.
 */
export function mcpOfProviders({ providers, rules }: AppPorts): PromptsPorts['mcp'] {
  const judge: JudgeCall = (tool, plan, workspace) => rules.judge({ plan, tool, workspace }, 'ask');
  return {
    call: async (server, tool, args, signal) => {
      const provider = providers.list.value.find((one) => isServer(one, server));
      if (!provider) {
        const advice = 'Attach it in Providers under this name';
        throw new AppError('NOT_FOUND', `No MCP server called ${server} runs under Providers`, { advice });
      }
      const call = { provider: provider.id, tool: toolName(server, tool), arguments: args };
      return await providers.callAttached(call, { judge, signal });
    },
  };
}

function isServer({ spec, state, session }: ProviderView, name: string): boolean {
  return spec.kind === 'mcp' && spec.name === name && state === 'running' && session === undefined;
}

/**
 * The profile of this name, else the first with this model, else the default one, which is asked for its own model. Of several with the
 * model, one that can be asked is taken.
 */
export function modelOfProfiles(profiles: ProfilesFeature): PromptsPorts['llm'] {
  return {
    resolve: async (model, signal) => {
      const usable = profiles.list().filter(({ problem }) => problem === undefined);
      const withModel = usable.filter((one) => one.model === model);
      const named = usable.find(({ name }) => name === model) ?? withModel.find(isAskable) ?? withModel[0];
      const profile = named ?? usable.find(({ name }) => name === profiles.defaultName()) ?? usable[0];
      if (!profile) return undefined;
      const where = { where: profile.name };
      const why = whyNotAsked(profile);
      if (why !== undefined) throw new AppError('UNAVAILABLE', why, { ...where, advice: 'Name another as model' });
      const answer = await profiles.keyFor(profile, signal);
      if (answer.key === undefined) throw new AppError('UNAVAILABLE', answer.why, where);
      return { baseUrl: profile.baseUrl.replace(/\/+$/, ''), apiKey: answer.key, model: profile.model };
    },
  };
}

const isAskable = (profile: Profile) => whyNotAsked(profile) === undefined;

/** Says why the REST API, which hands replies on byte for byte, has no way to a profile's server. */
function whyNotAsked({ name, protocol, baseUrl }: Profile): string | undefined {
  const asks = "the REST API asks servers that speak OpenAI's over the network";
  if (protocol === 'anthropic') return `Profile ${name} speaks Anthropic's protocol; ${asks}`;
  return /^unix:/i.test(baseUrl.trim()) ? `Profile ${name} is at a Unix socket; ${asks}` : undefined;
}
