import { z } from 'zod';

// The page's policy forbids `eval`; zod would try it once and leave a violation in the console.
z.config({ jitless: true });
