import { createContext, useContext } from 'react';

/** What is sought in the conversation; empty while nobody searches. */
export const FindContext = createContext('');

export const useSought = () => useContext(FindContext);

export const useIsFinding = () => useContext(FindContext) !== '';
