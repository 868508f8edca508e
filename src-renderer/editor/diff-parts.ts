/** Parts of a diff, for callers that know the hunks and have Monaco draw them. */
export type { DocumentDiff } from 'monaco-editor/editor/browser/widget/diffEditor/diffProviderFactoryService';
export { LineRange } from 'monaco-editor/editor/common/core/ranges/lineRange';
export { linesDiffComputers } from 'monaco-editor/editor/common/diff/linesDiffComputers';
export { DetailedLineRangeMapping, RangeMapping } from 'monaco-editor/editor/common/diff/rangeMapping';
