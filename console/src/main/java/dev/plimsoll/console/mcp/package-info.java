/**
 * The Model Context Protocol, by its official SDK. The entry classes are {@link
 * dev.plimsoll.console.mcp.McpEndpoint}, {@link dev.plimsoll.console.mcp.StdioConnection} and
 * {@link dev.plimsoll.console.mcp.McpRoutes}. No other package knows the SDK.
 */
@NullMarked
package dev.plimsoll.console.mcp;

import org.jspecify.annotations.NullMarked;
