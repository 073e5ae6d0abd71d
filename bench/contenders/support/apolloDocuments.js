import { gql } from '@apollo/client';

export const ISSUES = gql`
  query Issues {
    issues {
      id
      number
      title
      body
      state
      rank
      createdAt
      updatedAt
      author {
        id
        login
        name
        avatar
      }
    }
  }
`;

export const ISSUE = gql`
  fragment IssueFields on Issue {
    id
    number
    title
    body
    state
    rank
    createdAt
    updatedAt
    author {
      id
      login
      name
      avatar
    }
  }
`;

export const TITLE = gql`
  fragment Title on Issue {
    title
  }
`;

export const NAME = gql`
  fragment Name on User {
    name
  }
`;

export const LABEL = gql`
  fragment LabelFields on Label {
    id
    name
  }
`;
