import { Fragment } from 'react';

/** A long name of parts, such as `vscode.programming_language`, which breaks between them where it does not fit into a line. */
export function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=[.:_/])(?=[^.:_/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the name's own, in their order.
    <Fragment key={index}>
      {index > 0 ? <wbr /> : undefined}
      {part}
    </Fragment>
  ));
}
