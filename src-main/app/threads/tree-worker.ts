/** The thread that looks at workspaces, and reads attributes without holding up the main thread. */
import { serveTrees } from '#ledger/serve-trees';
import { AttributeReader } from '#process/attribute-reader';

const attributes = new AttributeReader();
serveTrees((paths) => attributes.read(paths));
