import { editor, type IRange, Range } from '../../editor/monaco.ts';
import { actionAround, actionsOf, groupOf, type TemplateAction } from './actions.ts';
import styles from './block-marks.module.css';

/** Marks what belongs to the block under the cursor: `if` with its `else` and `end`. In every editor of templates. */
export function markBlocks(): void {
  editor.onDidCreateEditor((view) => {
    const marks = view.createDecorationsCollection();
    const draw = () => {
      const model = view.getModel();
      const position = view.getPosition();
      if (model === null || position === null || model.getLanguageId() !== 'gotemplate') return;
      const actions = actionsOf(model.getValue());
      const own = actionAround(actions, model.getOffsetAt(position));
      const group = own?.keyword === undefined ? undefined : groupOf(actions, own);
      marks.set(
        (group ?? []).map((action) => ({
          range: actionRange(model, action),
          options: { inlineClassName: styles.block ?? '' },
        })),
      );
    };
    view.onDidChangeCursorPosition(draw);
  });
}

function actionRange(model: editor.ITextModel, { start, end }: TemplateAction): IRange {
  return Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
}
