import { type DragEvent, type ReactNode, type RefObject, useId, useState } from 'react';

interface FileDropProps {
  /** Names the control for screen readers: `File of rows`. */
  label: string;
  /** The words in it. */
  children: ReactNode;
  /** The files that can be chosen, below the words. */
  hint: ReactNode;
  /** Endings, with commas between them, that the browser's dialog offers. */
  accept?: string;
  disabled?: boolean;
  className?: string;
  onFile: (file: File) => void;
  /** Of the control. */
  ref?: RefObject<HTMLInputElement | null>;
}

/** Takes a file that is dropped on it, or chosen in the browser's dialog. */
export function FileDrop(props: FileDropProps) {
  const { label, children, hint, accept, disabled = false, className = 'min-h-[168px]', onFile, ref } = props;
  const id = useId();
  const [dragging, setDragging] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <label
      className={`flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-panel border border-dashed px-6 py-7 text-center has-focus-visible:outline-2 has-focus-visible:outline-signal-ink has-focus-visible:outline-offset-2 ${className} ${dragging ? 'border-signal bg-paper-2' : 'border-control bg-white'}`}
      htmlFor={id}
      onDragLeave={() => setDragging(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDrop={drop}
    >
      <input
        accept={accept}
        aria-describedby={`${id}-hint`}
        aria-label={label}
        className="sr-only"
        disabled={disabled}
        id={id}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // So that the same file, corrected, can be chosen again.
          target.value = '';
        }}
        ref={ref}
        type="file"
      />
      <span className="wrap-anywhere font-semibold text-[16px]">{children}</span>
      <span className="text-[14.5px] text-muted" id={`${id}-hint`}>
        {hint}
      </span>
    </label>
  );
}
