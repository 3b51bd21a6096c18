package dev.plimsoll.kube.conform;

import dev.plimsoll.kube.live.Connection;
import java.io.IOException;

/** Sends requests to the API server of a kubeconfig. */
public final class LiveRequests implements ApiRequests {
  private final Connection connection;

  /** Creates requests over a connection, which stays open. */
  public LiveRequests(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Answer exchange(String method, String path, String type, String body) throws IOException {
    Connection.Exchange answer = connection.exchange(method, path, type, body);
    return new Answer(answer.code(), answer.body());
  }
}
