import Link from 'next/link';
import type { ReactNode } from 'react';
import { Streambed } from './Streambed';
import './styles.css';

export const metadata = { title: 'Riverside', icons: 'data:,' };

// Each response has the current data of the API.
export const dynamic = 'force-dynamic';

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <strong>Riverside</strong>
          <nav aria-label="Pages">
            <Link href="/">People</Link>
            <Link href="/posts">Posts</Link>
            <Link href="/feed">Feed</Link>
            <Link href="/rain">Rain</Link>
            <Link href="/me">Me</Link>
          </nav>
        </header>
        <main>
          <Streambed>{children}</Streambed>
        </main>
      </body>
    </html>
  );
}
