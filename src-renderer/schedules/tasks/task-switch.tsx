import type { Schedule } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import type { AsyncAction } from '../../state/use-async-action.ts';
import { Switch } from '../../ui/switch.tsx';
import { canSwitch, isSwitchedOn, TASK_STATES } from './task-words.ts';
import { useTaskDesk } from './use-schedules.ts';

interface TaskSwitchProps {
  readonly task: Schedule;
  readonly doing: AsyncAction;
}

/** Switch that turns exactly the text that was read on or off; a text that was not read yet is opened first. */
export function TaskSwitch({ task, doing }: TaskSwitchProps) {
  const api = useApi();
  const { readTask, hasRead } = useTaskDesk();
  const { workspace, folder, hash, name, state } = task;
  const isOn = isSwitchedOn(task);
  const toggle = () => {
    if (doing.isBusy) return;
    if (isOn) doing.run(() => api.schedules.pause({ workspace, folder }));
    else if (hasRead(task)) doing.run(() => api.schedules.enable({ workspace, folder, hash }));
    else readTask(task);
  };
  return (
    <Switch
      label={`Run ${name} by the clock`}
      isOn={isOn}
      title={switchTitle(state)}
      isDisabled={!isOn && !canSwitch(task)}
      onToggle={toggle}
    />
  );
}

function switchTitle(state: Schedule['state']): string {
  if (state === 'on') return 'On: it runs by the clock';
  return state === 'unavailable' ? 'On: it runs once its workspace can be used' : TASK_STATES[state].text;
}
