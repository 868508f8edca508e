import type { RecordCut } from '../events/record-cut.ts';

/** Says in plain words what is missing, and when the record was last known to be whole. */
export function recordCutText({ how, left, events, at }: RecordCut): string {
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const all = events === 1 ? 'its one event is' : `all ${events} events are`;
  switch (how) {
    case 'shortened':
      return `This record was cut: ${left} of ${events} events are left. It was whole at ${time}. What is left is shown.`;
    case 'emptied':
      return `This record was emptied: ${all} gone. It was whole at ${time}.`;
    case 'missing':
      return `This record is missing: its file is gone, with ${events === 1 ? 'one event' : `${events} events`}. It was there at ${time}.`;
    case 'exchanged':
      return `This record was exchanged: event ${events}, written at ${time}, is not in it. What is in it now is shown.`;
  }
}
