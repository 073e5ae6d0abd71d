import type { CSSProperties, ReactElement } from 'react';

/** Initials on a colour made from the name. Decoration: the name is beside it. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }): ReactElement {
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');
  let hue = 0;
  for (const character of name) hue = (hue * 31 + character.codePointAt(0)!) % 360;
  const style = { '--hue': hue } as CSSProperties;
  return (
    <span className={large ? 'avatar large' : 'avatar'} style={style} aria-hidden="true">
      {initials}
    </span>
  );
}
