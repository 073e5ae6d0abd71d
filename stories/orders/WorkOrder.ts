import { Entity } from 'streambed';

export type OrderState = 'open' | 'doing' | 'done';

export class WorkOrder extends Entity {
  id = 0;
  title = '';
  crew = '';
  state: OrderState = 'open';
  /** 1: can wait, 5: urgent. */
  urgency = 1;
  hours = 0;

  static override key = 'WorkOrder';
}
