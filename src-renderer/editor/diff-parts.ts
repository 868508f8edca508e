/** What a diff is made of, for those who know one and have Monaco draw it. */
export type { DocumentDiff } from 'monaco-editor/editor/browser/widget/diffEditor/diffProviderFactoryService';
export { LineRange } from 'monaco-editor/editor/common/core/ranges/lineRange';
export { linesDiffComputers } from 'monaco-editor/editor/common/diff/linesDiffComputers';
export { DetailedLineRangeMapping, RangeMapping } from 'monaco-editor/editor/common/diff/rangeMapping';
