import { z } from 'zod';
import { ChannelSettings } from '#contract';
import { AppError } from '#core/app-error';
import { StoredList } from '#core/files/stored-list';
import type { Logger } from '#core/logger';

const Entry = ChannelSettings.extend({
  id: z.string(),
  workspace: z.string(),
  isOn: z.boolean(),
  /** Conversations that people began again, by person. */
  conversations: z.record(z.string(), z.string()).default({}),
});
/** Data kept about a channel between two starts of the app; its token is kept separately. */
export type StoredChannel = z.infer<typeof Entry>;

/** The channels of all workspaces, in a file of the app's data folder. */
export class RememberedChannels extends StoredList<StoredChannel> {
  constructor(file: string, log: Logger) {
    super({ file, log, name: 'channels', entry: Entry, keyOf: ({ id }) => id, warning: 'channels.unreadable' });
  }

  /** @throws AppError NOT_FOUND */
  get(id: string): StoredChannel {
    const found = this.find(id);
    if (found) return found;
    throw new AppError('NOT_FOUND', 'There is no such channel any more', { where: id });
  }

  /** @throws AppError UNAVAILABLE, NOT_FOUND if it was removed in the meantime */
  async change(id: string, change: (entry: StoredChannel) => StoredChannel): Promise<void> {
    await this.edit((entries) => entries.set(id, change(entries.get(id) ?? this.get(id))));
  }
}
