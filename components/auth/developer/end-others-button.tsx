import { Button } from '@/components/ui/button';
import { useFocusLost } from '@/components/ui/use-focus-lost';

interface EndOthersButtonProps {
  onClick: () => void;
  /** The button is going, and the focus with it. */
  onFocusLost: () => void;
}

/** Ends all sessions but this one; goes once there is no other. */
export function EndOthersButton({ onClick, onFocusLost }: EndOthersButtonProps) {
  const place = useFocusLost<HTMLDivElement>(onFocusLost);
  return (
    <div ref={place}>
      <Button onClick={onClick} size="small" variant="line">
        End all other sessions
      </Button>
    </div>
  );
}
