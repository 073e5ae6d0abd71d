import {
  createNavigatorFactory,
  NavigationContainer,
  TabRouter,
  useNavigation,
  useNavigationBuilder,
} from '@react-navigation/native';
import { createContext, useContext, useState } from 'react';
import { Pressable, Text, View } from 'react-native';
import { Endpoint } from 'streambed';
// This import resolves to the native entry: the package's exports say so to bundlers of React
// Native.
import { AsyncBoundary, StoreProvider, useDLE, useSuspense } from 'streambed/react';

function TabNavigator({ children }) {
  const { state, descriptors, NavigationContent } = useNavigationBuilder(TabRouter, { children });
  return (
    <NavigationContent>
      {state.routes.map((route, i) => (
        <View key={route.key} style={{ display: i === state.index ? 'flex' : 'none' }}>
          {descriptors[route.key].render()}
        </View>
      ))}
    </NavigationContent>
  );
}

const { Navigator, Screen } = createNavigatorFactory(TabNavigator)();

const Server = createContext(undefined);

/** Fetches a count by calling `answer`, the server of the app. */
export function makeServer(answer) {
  return new Endpoint(async ({ of }) => answer(of), {
    name: 'getCount',
    dataExpiryLength: 10_000,
  });
}

function Count({ of }) {
  return <Text>{`${of}: ${useSuspense(useContext(Server), { of })}`}</Text>;
}

function Header() {
  const { data, loading } = useDLE(useContext(Server), { of: 'header' });
  return <Text>{loading ? 'header waits' : `header: ${data}`}</Text>;
}

function Home() {
  const navigation = useNavigation();
  const [subject, setSubject] = useState('a');
  return (
    <>
      <AsyncBoundary fallback={<Text>waiting</Text>}>
        <Count of={subject} />
      </AsyncBoundary>
      <Pressable onPress={() => setSubject('b')}>
        <Text>show b</Text>
      </Pressable>
      <Pressable onPress={() => navigation.navigate('other')}>
        <Text>leave</Text>
      </Pressable>
    </>
  );
}

function Other() {
  const navigation = useNavigation();
  return (
    <Pressable onPress={() => navigation.navigate('home')}>
      <Text>return</Text>
    </Pressable>
  );
}

/** Two screens that stay mounted, and a header outside of both. */
export function App({ store, server }) {
  return (
    <StoreProvider store={store}>
      <Server.Provider value={server}>
        <Header />
        <NavigationContainer>
          <Navigator>
            <Screen name="home" component={Home} />
            <Screen name="other" component={Other} />
          </Navigator>
        </NavigationContainer>
      </Server.Provider>
    </StoreProvider>
  );
}
