import { useEffect, useState } from 'react';
import type { Api, PromptRecord } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useSettings } from '../../state/settings.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { prepareTemplates } from '../workbench/prepare-templates.ts';
import { ComparedTexts } from './compared-texts.tsx';
import { joinedTemplates, renderOutcomeText } from './joined-messages.ts';

export interface ComparisonProps {
  readonly id: string;
  readonly record: PromptRecord;
  readonly args: string;
  /** Hash of a version, or `draft`. */
  readonly left: string;
  readonly right: string;
}

interface PromptTexts {
  readonly template: string;
  readonly rendered: string;
}

interface PromptComparison {
  readonly left: PromptTexts;
  readonly right: PromptTexts;
}

/** Two versions beside each other: their templates, and what they render with the same arguments. */
export function Comparison(props: ComparisonProps) {
  const { appearance } = useSettings();
  const [tab, setTab] = useState('rendered');
  const { compared, problem } = useComparedPrompts(props);
  if (problem !== undefined) return <Banner level="error">{problem}</Banner>;
  if (compared === undefined) return <Spinner label="Comparing" />;
  const { left, right } = compared;
  const common = { fontSize: appearance.font_size };
  return (
    <Tabs
      label="What is compared"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'rendered',
          label: left.rendered === right.rendered ? 'Rendered, the same' : 'Rendered',
          content: (
            <ComparedTexts
              {...common}
              label="Rendered prompt"
              same="Both render the same text with these arguments."
              left={left.rendered}
              right={right.rendered}
              language="plaintext"
            />
          ),
        },
        {
          id: 'template',
          label: left.template === right.template ? 'Template, the same' : 'Template',
          content: (
            <ComparedTexts
              {...common}
              label="Template"
              same="Both templates are the same, letter by letter."
              left={left.template}
              right={right.template}
              language="gotemplate"
              prepare={prepareTemplates}
            />
          ),
        },
      ]}
    />
  );
}

interface ComparisonState {
  /** Both hashes. */
  readonly of: string;
  readonly compared?: PromptComparison;
  readonly problem?: string;
}

function useComparedPrompts({ id, record, args, left, right }: ComparisonProps): Partial<ComparisonState> {
  const api = useApi();
  const of = `${left} ${right}`;
  const [state, setState] = useState<ComparisonState>({ of });
  useEffect(() => {
    let isOver = false;
    compareTexts(api, { id, record, args, left, right }).then(
      (compared) => isOver || setState({ of, compared }),
      (error: unknown) => isOver || setState({ of, problem: errorText(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [api, id, record, args, left, right, of]);
  // What two others came to is not shown as what these do.
  return state.of === of ? state : {};
}

async function compareTexts(api: Api, { id, record, args, left, right }: ComparisonProps): Promise<PromptComparison> {
  const side = (hash: string) =>
    hash === 'draft' ? ({ kind: 'draft', id, draft: record } as const) : ({ kind: 'version', id, hash } as const);
  const template = async (hash: string) =>
    joinedTemplates(hash === 'draft' ? record : await api.prompts.version({ id, hash }));
  const [outcomes, ...templates] = await Promise.all([
    api.prompts.compare({ left: side(left), right: side(right), args }),
    template(left),
    template(right),
  ]);
  return {
    left: { template: templates[0], rendered: renderOutcomeText(outcomes.left) },
    right: { template: templates[1], rendered: renderOutcomeText(outcomes.right) },
  };
}
