/** Files that the tests of the page can reach: a change elsewhere fails none of them. A test follows their imports. */
export const OF_THE_PAGE =
  /^(?:src-renderer|src-main\/(?:contract|core|files)|test\/(?:src-renderer|src-main\/files|support))\//;
