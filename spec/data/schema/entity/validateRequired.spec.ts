import { Entity } from '../../../../src/data/schema/Entity.ts';
import { validateRequired } from '../../../../src/data/schema/entity/entityPlan.ts';

describe('validateRequired', () => {
  const defaults = { id: '', name: '', age: 0 };

  it('names the first default that a record lacks', () => {
    expect(validateRequired({ id: '1', age: 5 }, defaults)).toBe('the member name is missing');
    expect(validateRequired({}, defaults)).toBe('the member id is missing');
  });

  it('accepts a record with all of them and more', () => {
    expect(validateRequired({ id: '', name: null, age: 0, more: 1 }, defaults)).toBeUndefined();
  });

  it('treats undefined as missing, as merges do', () => {
    expect(validateRequired({ ...defaults, name: undefined }, defaults)).toBe(
      'the member name is missing',
    );
  });

  it('treats members that every object has as missing', () => {
    expect(validateRequired({}, { toString: '' })).toBe('the member toString is missing');
  });

  it('works with the defaults of a class', () => {
    class User extends Entity {
      id = '';
      name = '';
      nick = '';
      static override key = 'User';
      static override validate(record: object) {
        const { nick: _optional, ...required } = this.defaults as User;
        return validateRequired(record, required);
      }
    }
    expect(User.validate({ id: '1' })).toBe('the member name is missing');
    expect(User.validate({ id: '1', name: 'Ann' })).toBeUndefined();
  });
});
