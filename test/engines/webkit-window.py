#!/usr/bin/python3
"""A bare browser window for WebKitWebDriver, which starts it: no toolbar, so that it can be as narrow as a phone.

What the driver cannot tell is written to standard output, one JSON object a line after "WINDOW ": answers that were
refused, loads that failed, files that arrived and pages that were printed. The engine writes its console to standard
error.
"""

import argparse
import json
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

# Logged to the console, where any error fails the journey.
TELL_VIOLATIONS = """
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
  console.error(`Policy: ${effectiveDirective} refused ${blockedURI} at ${sourceFile}:${lineNumber}`);
}, true);
"""


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=390)
    parser.add_argument("--height", type=int, default=844)
    parser.add_argument("--text-zoom", type=float, default=1)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--without-script", action="store_true")
    parser.add_argument("--user-agent")
    parser.add_argument("--folder", required=True, help="takes downloads and printed pages")
    return parser.parse_args()


def tell(kind, **details):
    print("WINDOW " + json.dumps({"kind": kind, **details}), flush=True)


class Browser:
    def __init__(self, options):
        self.options = options
        self.printed = 0
        Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", options.dark)
        # In an ephemeral context WebKit writes no console; the folder belongs to this session and is deleted with it.
        data = WebKit2.WebsiteDataManager(
            base_data_directory=os.path.join(options.folder, "data"),
            base_cache_directory=os.path.join(options.folder, "cache"),
        )
        self.context = WebKit2.WebContext.new_with_website_data_manager(data)
        self.context.set_automation_allowed(True)
        self.context.connect("automation-started", self.start_session)
        self.context.connect("download-started", self.take_download)

    def start_session(self, _context, session):
        info = WebKit2.ApplicationInfo()
        info.set_name("webkit-window")
        version = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        info.set_version(*version)
        session.set_application_info(info)
        session.connect("create-web-view", lambda _session: self.open_window())

    def make_settings(self):
        settings = WebKit2.Settings()
        settings.set_enable_write_console_messages_to_stdout(True)
        settings.set_enable_javascript(not self.options.without_script)
        settings.set_enable_page_cache(True)
        settings.set_media_playback_requires_user_gesture(False)
        settings.set_zoom_text_only(True)
        if self.options.user_agent:
            settings.set_user_agent(self.options.user_agent)
        return settings

    def open_window(self, opener=None):
        content = WebKit2.UserContentManager()
        content.add_script(
            WebKit2.UserScript(
                TELL_VIOLATIONS,
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
        content.register_script_message_handler("browser")
        kind = {"related_view": opener} if opener else {"web_context": self.context, "is_controlled_by_automation": True}
        view = WebKit2.WebView(settings=self.make_settings(), user_content_manager=content, **kind)
        view.set_zoom_level(self.options.text_zoom)
        view.connect("decide-policy", self.decide)
        view.connect("resource-load-started", self.watch_load)
        content.connect("script-message-received::browser", lambda _content, _message: self.print_page(view))
        view.connect("create", lambda opener, _action: self.open_window(opener))
        window = Gtk.Window()
        window.set_default_size(self.options.width, self.options.height)
        window.add(view)
        window.show_all()
        window.move(0, 0)
        view.connect("close", lambda _view: window.destroy())
        return view

    def decide(self, _view, decision, kind):
        """A file to keep becomes a download: this is left to the program that shows the pages."""
        if kind != WebKit2.PolicyDecisionType.RESPONSE or not decision.is_main_frame_main_resource():
            return False
        headers = decision.get_response().get_http_headers()
        disposition = headers.get_one("content-disposition") if headers else None
        if decision.is_mime_type_supported() and not (disposition or "").startswith("attachment"):
            return False
        decision.download()
        return True

    def watch_load(self, _view, resource, _request):
        def finished(resource):
            response = resource.get_response()
            if response and response.get_status_code() >= 400:
                tell("refused", status=response.get_status_code(), url=resource.get_uri())

        def failed(resource, error):
            is_left = error.matches(WebKit2.NetworkError.quark(), WebKit2.NetworkError.CANCELLED)
            is_download = error.matches(
                WebKit2.PolicyError.quark(), WebKit2.PolicyError.FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE
            )
            if not is_left and not is_download:
                tell("failed", message=error.message, url=resource.get_uri())

        resource.connect("finished", finished)
        resource.connect("failed", failed)

    def take_download(self, _context, download):
        def choose(download, name):
            download.set_destination(GLib.filename_to_uri(os.path.join(self.options.folder, "downloads", name), None))
            return True

        def finished(download):
            path, _host = GLib.filename_from_uri(download.get_destination())
            tell("download", path=path, type=download.get_response().get_mime_type())

        download.set_allow_overwrite(True)
        download.connect("decide-destination", choose)
        download.connect("finished", finished)
        download.connect("failed", lambda _download, error: tell("failed", message=error.message, url="a download"))

    def print_page(self, view):
        """Prints onto A4 in a file, without a dialog; the one message that a page can send here asks for it."""
        self.printed += 1
        path = os.path.join(self.options.folder, f"printed-{self.printed}.pdf")
        settings = Gtk.PrintSettings()
        settings.set_printer("Print to File")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, GLib.filename_to_uri(path, None))
        page = Gtk.PageSetup()
        page.set_paper_size(Gtk.PaperSize.new(Gtk.PAPER_NAME_A4))
        operation = WebKit2.PrintOperation.new(view)
        operation.set_print_settings(settings)
        operation.set_page_setup(page)
        operation.connect("finished", lambda _operation: tell("printed", path=path))
        operation.connect("failed", lambda _operation, error: tell("failed", message=error.message, url="printing"))
        operation.print_()


Browser(read_options())
Gtk.main()
