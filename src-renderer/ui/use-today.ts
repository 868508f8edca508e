import { useEffect, useState } from 'react';

/** Time between two looks at the calendar, in milliseconds: a timer to midnight would stand still while the machine sleeps. */
const LOOK_EVERY_MS = 30_000;

const dateNow = () => new Date().toDateString();

/** The day by the calendar of this machine. What is named by it is drawn again when another one begins. */
export function useToday(): string {
  const [today, setToday] = useState(dateNow);
  useEffect(() => {
    const timer = setInterval(() => setToday(dateNow()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
