import { contentForm } from '../../../src/http/rest/readResponse.ts';

const office = 'application/vnd.openxmlformats-officedocument';

it.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/x-json',
  'application/problem+json',
])('reads %s as JSON', (type) => {
  expect(contentForm(type)).toBe('json');
});

it.each([
  '',
  'text/plain',
  'text/xml; charset=utf-8',
  'application/xml',
  'application/atom+xml',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/javascript',
  'application/x-javascript',
  'application/x-yaml',
  'application/x-ndjson',
  'application/json-seq',
  'application/x-www-form-urlencoded',
])('reads %s as text', (type) => {
  expect(contentForm(type)).toBe('text');
});

it.each([
  `${office}.spreadsheetml.sheet`,
  `${office}.wordprocessingml.document`,
  `${office}.presentationml.presentation`,
  'application/vnd.sun.xml.calc',
  'application/vnd.ms-htmlhelp',
  'application/vnd.wap.wbxml',
  'application/vnd.ms-excel',
  'application/octet-stream',
  'image/png',
])('reads %s as binary', (type) => {
  expect(contentForm(type)).toBe('binary');
});
