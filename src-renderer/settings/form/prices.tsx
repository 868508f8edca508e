import { type FormEvent, useState } from 'react';
import type { Price } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './prices.module.css';

export interface PricesProps {
  readonly prices: Readonly<Record<string, Price>>;
  readonly isDisabled: boolean;
}

/**
 * Prices of a million tokens by model (cached: sent before, and read from the service's cache): without one, a
 * session's cost is unknown, and shown as incomplete.
 */
export function Prices({ prices, isDisabled }: PricesProps) {
  const api = useApi();
  const doing = useSettingsAction();
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
            <th scope="col">Cached</th>
            <th scope="col">Received</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([model, { input, output, cached }]) => (
            <tr key={model}>
              <th scope="row">
                <code>{model}</code>
              </th>
              <td>{input}</td>
              <td>{cached ?? 'as sent'}</td>
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
      <NewPrice
        isDisabled={isDisabled}
        isBusy={doing.isBusy}
        onAdd={(model, price) => save({ ...prices, [model]: price })}
      />
    </div>
  );
}

interface NewPriceProps {
  readonly isDisabled: boolean;
  /** Whether one is being saved: what is typed meanwhile would be taken for saved. */
  readonly isBusy: boolean;
  readonly onAdd: (model: string, price: Price) => Promise<boolean>;
}

function NewPrice({ isDisabled, isBusy, onAdd }: NewPriceProps) {
  const [model, setModel] = useState('');
  const [input, setInput] = useState('');
  const [cached, setCached] = useState('');
  const [output, setOutput] = useState('');
  const hasCached = cached.trim() !== '';
  const isReady = model.trim() !== '' && isPrice(input) && isPrice(output) && (!hasCached || isPrice(cached));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isDisabled || isBusy) return;
    const price = { input: Number(input), output: Number(output), ...(hasCached && { cached: Number(cached) }) };
    if (!(await onAdd(model.trim(), price))) return;
    for (const clear of [setModel, setInput, setCached, setOutput]) clear('');
  };
  return (
    <form className={styles.new} onSubmit={(event) => void submit(event)} aria-label="Price of a model">
      <TextField
        label="Model"
        value={model}
        placeholder="gpt-4o*"
        readOnly={isBusy}
        onChange={(event) => setModel(event.target.value)}
      />
      <PriceField label="Sent" value={input} isBusy={isBusy} onChange={setInput} />
      <PriceField label="Cached" value={cached} placeholder="as sent" isBusy={isBusy} onChange={setCached} />
      <PriceField label="Received" value={output} isBusy={isBusy} onChange={setOutput} />
      <Button type="submit" disabled={!isReady || isDisabled || isBusy}>
        Add price
      </Button>
    </form>
  );
}

interface PriceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isBusy: boolean;
  readonly onChange: (value: string) => void;
}

function PriceField({ label, value, placeholder, isBusy, onChange }: PriceFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={value}
      placeholder={placeholder}
      readOnly={isBusy}
      error={value === '' || isPrice(value) ? undefined : 'A number'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function isPrice(text: string): boolean {
  return /^\d*\.?\d+$/.test(text.trim());
}
