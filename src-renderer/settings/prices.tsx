import { type FormEvent, useState } from 'react';
import type { Price } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './prices.module.css';
import { RefusalBanner } from './refusal-banner.tsx';
import { useDoing } from './use-doing.ts';

export interface PricesProps {
  readonly prices: Readonly<Record<string, Price>>;
  readonly isDisabled: boolean;
}

/** What a million tokens of a model cost: without, a session's cost is not known, and said to be incomplete. */
export function Prices({ prices, isDisabled }: PricesProps) {
  const api = useApi();
  const doing = useDoing();
  const entries = Object.entries(prices);
  const save = (next: Readonly<Record<string, Price>>) =>
    doing.run(() => api.settings.set({ key: 'chat.prices', value: next }));
  return (
    <div className={styles.prices}>
      <RefusalBanner doing={doing} />
      <table className={styles.table}>
        <caption>Prices, in US dollars for a million tokens</caption>
        <thead hidden={entries.length === 0}>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Sent</th>
            <th scope="col">Received</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([model, { input, output }]) => (
            <tr key={model}>
              <th scope="row">
                <code>{model}</code>
              </th>
              <td>{input}</td>
              <td>{output}</td>
              <td>
                <IconButton
                  label={`Remove the price of ${model}`}
                  icon="close"
                  size="small"
                  disabled={isDisabled || doing.isBusy}
                  onClick={() => void save(Object.fromEntries(entries.filter(([name]) => name !== model)))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <NewPrice isDisabled={isDisabled || doing.isBusy} onAdd={(model, price) => save({ ...prices, [model]: price })} />
    </div>
  );
}

interface NewPriceProps {
  readonly isDisabled: boolean;
  readonly onAdd: (model: string, price: Price) => Promise<boolean>;
}

function NewPrice({ isDisabled, onAdd }: NewPriceProps) {
  const [model, setModel] = useState('');
  const [input, setInput] = useState('');
  const [output, setOutput] = useState('');
  const isReady = model.trim() !== '' && isPrice(input) && isPrice(output);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isDisabled) return;
    if (!(await onAdd(model.trim(), { input: Number(input), output: Number(output) }))) return;
    setModel('');
    setInput('');
    setOutput('');
  };
  return (
    <form className={styles.new} onSubmit={(event) => void submit(event)} aria-label="Price of a model">
      <TextField label="Model" value={model} placeholder="gpt-4o*" onChange={(event) => setModel(event.target.value)} />
      <TextField
        label="Sent"
        inputMode="decimal"
        value={input}
        error={input === '' || isPrice(input) ? undefined : 'A number'}
        onChange={(event) => setInput(event.target.value)}
      />
      <TextField
        label="Received"
        inputMode="decimal"
        value={output}
        error={output === '' || isPrice(output) ? undefined : 'A number'}
        onChange={(event) => setOutput(event.target.value)}
      />
      <Button type="submit" disabled={!isReady || isDisabled}>
        Add price
      </Button>
    </form>
  );
}

function isPrice(text: string): boolean {
  return /^\d*\.?\d+$/.test(text.trim());
}
