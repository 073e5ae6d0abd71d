import { CacheProvider, Controller, useController } from '@data-client/react';
import { createReducer, initialState } from '@data-client/core';
import { createElement as h } from 'react';
import {
  getIssue,
  getIssues,
  getLabel,
  getUser,
} from '../../contenders/support/dataClientModel.js';

/** An app over a provider whose initial state has the answer of the list. */
export function openApp(answer, List) {
  let controller;
  function Controls() {
    controller = useController();
    return null;
  }
  const provider = {
    initialState: stateWith(answer),
    // Its defaults are `defaultProps`, which React 19 leaves out.
    Controller,
    devButton: null,
  };
  return {
    element: h(CacheProvider, provider, h(Controls), h(List)),
    patchIssue: (id, change) => controller.setResponse(getIssue, { id }, { id, ...change }),
    patchUser: (id, change) => controller.setResponse(getUser, { id }, { id, ...change }),
    writeOther: (label) => controller.setResponse(getLabel, { id: label.id }, label),
  };
}

/** The state of a store that has the answer of the list. */
export function stateWith(answer) {
  let state = initialState;
  const controller = new Controller({
    dispatch: (action) => {
      state = createReducer(controller)(state, action);
      return Promise.resolve();
    },
    getState: () => state,
  });
  void controller.setResponse(getIssues, answer);
  return state;
}
