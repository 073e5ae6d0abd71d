import { client } from '../ui/client';
import type {
  CommentData,
  NewTicketData,
  TicketChange,
  TicketData,
  TicketFilter,
  TicketOrder,
} from '../ui/ticket';

export interface TicketPage {
  items: TicketData[];
  total: number;
}

export interface TicketListFilter extends TicketFilter {
  orderBy: TicketOrder;
}

export function getTickets(filter: TicketListFilter, offset: number): Promise<TicketPage> {
  const search = searchOf(filter);
  search.set('orderBy', filter.orderBy);
  search.set('offset', `${offset}`);
  return request('GET', `?${search}`);
}

export function getCount(filter: TicketFilter): Promise<number> {
  return request('GET', `/count?${searchOf(filter)}`);
}

export function getTicket(id: number): Promise<TicketData> {
  return request('GET', `/${id}`);
}

export function getComments(id: number): Promise<CommentData[]> {
  return request('GET', `/${id}/comments`);
}

export function createTicket(ticket: NewTicketData): Promise<TicketData> {
  return request('POST', '', ticket);
}

export function changeTicket(id: number, change: TicketChange): Promise<TicketData> {
  return request('PATCH', `/${id}`, change);
}

export function deleteTicket(id: number): Promise<void> {
  return request('DELETE', `/${id}`);
}

export function addComment(id: number, text: string): Promise<CommentData> {
  return request('POST', `/${id}/comments`, { text });
}

function searchOf({ status, assignee }: TicketFilter): URLSearchParams {
  const search = new URLSearchParams(status.map((one) => ['status', one]));
  if (assignee) search.set('assignee', assignee);
  return search;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api/tickets${path}`, {
    method,
    headers: { 'x-client': client, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const data = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new Error(data?.detail ?? `Status ${response.status}`);
  return data;
}
