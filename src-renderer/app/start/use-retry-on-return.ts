import { useEffect } from 'react';

/** Tries the connection when the person comes back to the page or the machine to its network: a hidden page's clock runs slowly. */
export function useRetryOnReturn(retry: () => void): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') retry();
    };
    window.addEventListener('focus', retry);
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('focus', retry);
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [retry]);
}
