import type { Logger } from '#core/logger';

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
