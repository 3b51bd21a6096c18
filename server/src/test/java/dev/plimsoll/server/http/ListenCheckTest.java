package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenCheckTest {
  private static final HttpSettings SETTINGS = HttpSettings.DEFAULT.onLoopback();

  private static HttpSettings at(String address) {
    return new HttpSettings(
        address,
        0,
        SETTINGS.threads(),
        SETTINGS.queueSize(),
        SETTINGS.largestBody(),
        SETTINGS.idle());
  }

  @Test
  void a_port_that_is_in_use_is_said_to_be_before_and_when_it_is_listened_on() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpSettings settings = SETTINGS.withPort(other.getLocalPort());
      String sentence =
          "listen 127.0.0.1:"
              + other.getLocalPort()
              + ": address already in use; stop the other program or set listen.port";

      assertThatThrownBy(() -> HttpService.check(settings))
          .isInstanceOf(InputException.class)
          .hasMessage(sentence);
      assertThatThrownBy(() -> HttpService.start("test", settings, List.of()))
          .isInstanceOf(InputException.class)
          .hasMessage(sentence);
    }
  }

  @Test
  void an_address_that_this_host_does_not_have_is_said_to_be() {
    for (String address : List.of("192.0.2.1", "no such host")) {
      assertThatThrownBy(() -> HttpService.check(at(address)))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith("listen " + address + ":0: cannot assign the address");
    }
  }

  @Test
  void a_checked_port_is_free_again() {
    HttpService.check(SETTINGS);
    try (HttpService service = HttpService.start("test", SETTINGS, List.of())) {
      assertThat(service.port()).isPositive();
    }
  }
}
