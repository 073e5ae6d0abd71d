// Replaces React Native where a bundle runs without a phone.
export const AppState = { currentState: 'active', addEventListener: () => ({ remove() {} }) };
export const Pressable = 'Pressable';
export const Text = 'Text';
export const View = 'View';
