import { createContext, useContext } from 'react';

/** Text being searched for in the conversation; empty while there is no search. */
export const FindContext = createContext('');

export const useSought = () => useContext(FindContext);

export const useIsFinding = () => useContext(FindContext) !== '';
