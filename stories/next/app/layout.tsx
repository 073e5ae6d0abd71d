import type { ReactNode } from 'react';
import { Streambed } from './Streambed';

// The pages are rendered for each request, with the current data of the API.
export const metadata = { title: 'Users', icons: 'data:,' };

export const dynamic = 'force-dynamic';

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Streambed>{children}</Streambed>
      </body>
    </html>
  );
}
