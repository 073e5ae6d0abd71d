import { NavigationContext } from '@react-navigation/native';
import { context, probe } from './probe';

globalThis.probe = { ...probe, followsNavigation: context === NavigationContext };
