/** Resolves when `promise` has, or after that many milliseconds; what is awaited goes on. @throws what the promise rejects with in that time */
export async function withinTime(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    timer.unref();
  });
  try {
    await Promise.race([promise, time]);
  } finally {
    clearTimeout(timer);
  }
}
