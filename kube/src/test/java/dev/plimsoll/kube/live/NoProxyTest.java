package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import okhttp3.HttpUrl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries and hosts by the rules of {@code golang.org/x/net/http/httpproxy/proxy.go}. */
class NoProxyTest {
  private static boolean includes(String variable, String entries, String server) {
    Environment environment =
        new Environment(Map.of(variable, entries), Path.of("home"), Path.of("account"));
    return NoProxy.of(environment).includes(HttpUrl.get(server));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                         | https://localhost:6443      | true
          ''                         | https://127.3.2.1:6443      | true
          ''                         | https://[::1]:6443          | true
          ''                         | https://api.example.com     | false
          *                          | https://api.example.com     | true
          example.com                | https://example.com         | true
          example.com                | https://api.EXAMPLE.com     | true
          example.com                | https://notexample.com      | false
          .example.com               | https://api.example.com     | true
          .example.com               | https://example.com         | false
          *.example.com              | https://a.b.example.com     | true
          *.example.com              | https://example.com         | false
          'a.com, Example.com ,b.de' | https://x.example.com:6443  | true
          example.com:6443           | https://api.example.com:6443| true
          example.com:6443           | https://api.example.com     | false
          example.com:443            | https://api.example.com     | true
          10.0.0.1                   | https://10.0.0.1:6443       | true
          10.0.0.1                   | https://10.0.0.10:6443      | false
          10.0.0.1:6443              | https://10.0.0.1:6443       | true
          10.0.0.1:6443              | https://10.0.0.1            | false
          10.0.0.0/8                 | https://10.200.3.4          | true
          10.0.0.0/9                 | https://10.200.3.4          | false
          10.0.0.0/33                | https://10.200.3.4          | false
          10.0.0.0/x                 | https://10.200.3.4          | false
          fd00::/8                   | https://[fd12::1]:6443      | true
          fd00::/8                   | https://10.0.0.1            | false
          fd12::1                    | https://[fd12::1]:6443      | true
          [fd12::1]:6443             | https://[fd12::1]:6443      | true
          [fd12::1]:6443             | https://[fd12::1]:7443      | false
          """)
  void servers_are_left_out_as_kubectl_leaves_them_out(
      String entries, String server, boolean expected) {
    assertThat(includes("NO_PROXY", entries, server)).isEqualTo(expected);
    assertThat(includes("no_proxy", entries, server)).isEqualTo(expected);
  }
}
