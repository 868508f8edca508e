import { useState } from 'react';
import { useAppInfo } from '../../state/app-info.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Button to request the browser's permission for notifications, which only a person's click may ask for. */
export function NotificationAccess() {
  const info = useAppInfo();
  const [permission, setPermission] = useState(currentPermission);
  if (info?.target !== 'browser' || permission === 'granted') return undefined;
  if (permission === 'unsupported') return <Banner level="info">This browser shows no notifications.</Banner>;
  if (permission === 'denied') {
    return (
      <Banner level="info">
        The browser blocks notifications of this page; it can be allowed in the browser’s own settings.
      </Banner>
    );
  }
  return (
    <Banner
      level="info"
      actions={
        <Button size="small" onClick={() => void Notification.requestPermission().then(setPermission)}>
          Allow notifications
        </Button>
      }
    >
      The browser has to allow notifications first.
    </Banner>
  );
}

function currentPermission(): (typeof Notification)['permission'] | 'unsupported' {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
