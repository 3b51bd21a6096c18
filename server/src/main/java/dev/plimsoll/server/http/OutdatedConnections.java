package dev.plimsoll.server.http;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.HttpConnection;

/**
 * Connections that were opened under certificates that have been replaced since. One that is
 * waiting for a call is closed at once, which callers expect of an idle connection, and one on
 * which a call is being answered after that. For one thread.
 */
final class OutdatedConnections {
  private final Set<EndPoint> open = new LinkedHashSet<>();

  void add(Collection<EndPoint> connections) {
    open.addAll(connections);
  }

  void closeIdle() {
    for (Iterator<EndPoint> each = open.iterator(); each.hasNext(); ) {
      EndPoint connection = each.next();
      if (!connection.isOpen() || isIdle(connection.getConnection())) {
        connection.close();
        each.remove();
      }
    }
  }

  private static boolean isIdle(Connection connection) {
    Connection http =
        connection instanceof SslConnection tls
            ? tls.getDecryptedEndPoint().getConnection()
            : connection;
    return !(http instanceof HttpConnection carrier)
        || carrier.getHttpChannel().getState().isIdle();
  }
}
