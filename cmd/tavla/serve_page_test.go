package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// servePage looks at the page as a browser shows it once its questions are
// answered; deeper is a server that looks 1 ply ahead where nobody says how deep.
// TAVLA_BROWSER names a Chromium to look with, unless one is on PATH.
func servePage(t *testing.T, s, deeper http.Handler) {
	browser := os.Getenv("TAVLA_BROWSER")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); browser == "" && err == nil {
			browser = path
		}
	}
	switch {
	case testing.Short():
		t.Skip("starting a browser seven times is not short")
	case browser == "":
		t.Skip("no Chromium on PATH, and TAVLA_BROWSER names none")
	}
	server, deep := httptest.NewServer(s), httptest.NewServer(deeper)
	defer server.Close()
	defer deep.Close()
	for address, want := range map[string][]string{
		server.URL + "/#position=4HPwATDgc%2FABMA&dice=31":                                             {"<svg", `class="best"`, "<td>8/5 6/5</td>", "16 legal plays", "marker-end"},
		server.URL + "/#position=2TYgAjPmvRsAAA%3AcAlgAAAACAAE":                                        {"<h2>No double, take</h2>", "match win %", "3-point match, 1–0"},
		server.URL + "/#position=" + matchXGID[:len(matchXGID)-len("31:5:3:0:9:10")] + "00:6:3:1:7:10": {"<h2>No cube decision</h2>", "the Crawford game"},
		server.URL + "/#position=" + url.QueryEscape(beaverXGID):                                       {"<h2>No double, beaver</h2>", "<td>double, take</td><td>−", "<td>double, beaver</td><td>−"},
		server.URL + "/#position=%3Cimg%20src%3Dx%3E":                                                  {`role="alert"`, "&lt;img"},
		deep.URL + "/#position=4HPwATDgc%2FABMA&dice=31":                                               {"judged 1-ply"},
		deep.URL + "/#position=4HPwATDgc%2FABMA&dice=31&plies=0":                                       {"judged 0-ply"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		look := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
			"--user-data-dir="+t.TempDir(), "--virtual-time-budget=10000", "--dump-dom", address)
		var complaints strings.Builder
		look.Stderr = &complaints
		shown, err := look.Output()
		cancel()
		if err != nil {
			t.Fatalf("%v: %s", err, &complaints)
		}
		_, main, _ := strings.Cut(string(shown), "<main>")
		main, _, _ = strings.Cut(main, "</main>") // the script behind it holds these words too
		for _, text := range want {
			if !strings.Contains(main, text) {
				t.Errorf("%s: no %q in\n%s", address, text, main)
			}
		}
		if strings.Contains(complaints.String(), "Content Security Policy") || strings.Contains(complaints.String(), "Uncaught") {
			t.Errorf("%s: the browser says\n%s", address, &complaints)
		}
	}
}
