/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { StorageContent } from '../../inspect/inspectStorage.ts';
import { formatBytes, formatCount } from '../components/format.ts';

/** Rows and bytes by entity key, the largest first, and the results. */
export function StoredTable({ content }: { readonly content: StorageContent }): VNode {
  const { results } = content;
  const rows = [...content.rows].sort((a, b) => b.bytes - a.bytes);
  if (rows.length === 0 && results.count === 0) return <p class="empty">Nothing is stored.</p>;
  return (
    <table class="stored-table">
      <thead>
        <tr>
          <th scope="col">Entity key</th>
          <th scope="col">Rows</th>
          <th scope="col">Removed</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ entityKey, bytes, count, removed }) => (
          <tr key={entityKey}>
            <th scope="row">{entityKey}</th>
            <td>{formatCount(count)}</td>
            <td>{formatCount(removed)}</td>
            <td>{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Results</th>
          <td>{formatCount(results.count)}</td>
          <td />
          <td>{formatBytes(results.bytes)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
