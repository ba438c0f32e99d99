"""Scripts as people write them, for whoever wants to read or check some."""

MIDSCENE = """\
# A script from elsewhere, with everything that such scripts say.
web:
  url: http://localhost:8000
  touch: true
  serve: ./site
  userAgent: Tester
  acceptInsecureCerts: true
  viewportWidth: 1280
  viewportHeight: 960
  deviceScaleFactor: 2
  waitForNetworkIdle:
    timeout: 2000
    continueOnNetworkIdleError: true
  cookie: ./cookies.json
  extraHTTPHeaders:
    X-Token: 'true'
  forceSameTabNavigation: true
  downloadPath: ./downloads
  chromeArgs: ['--disable-features=A']
  cdpEndpoint: ws://localhost:9222/x
  output: ./out.json
  unstableLogContent: true
  bridgeMode: false
agent:
  groupName: Shop
  groupDescription: Buying things
  generateReport: true
  reportFileName: shop
  replanningCycleLimit: 30
  aiActContext: Accept cookies.
  cache:
    id: shop
    strategy: read-only
  screenshotShrinkFactor: 1
  waitAfterAction: 100
config:
  output: ./other.json
tasks:
  - name: all items
    continueOnError: true
    flow:
      - ai: search for mugs
      - aiAct: search for bowls
        deepThink: true
        cacheable: false
      - aiAction:
          prompt: look for this
      - aiTap: the first result
        deepLocate: true
        xpath: //a[1]
        cacheable: false
      - aiTap:
          prompt: the second result
          deepThink: true
      - aiTap: ''
        locate:
          prompt: the third result
          images: []
      - aiInput: the search box
        value: 123
        mode: append
      - aiInput: mugs
        locate: the search box
      - aiHover: the menu
      - aiRightClick: the row
      - aiDoubleClick: the row
      - aiLongPress: the row
        duration: 500
      - aiClearInput: the search box
      - aiKeyboardPress: the search box
        keyName: Enter
      - aiKeyboardPress: Escape
      - aiScroll:
        direction: down
        scrollType: untilBottom
      - aiScroll: the list
        direction: up
        scrollType: singleAction
        distance: 300
      - aiDragAndDrop:
        from: the card
        to: the bin
      - aiPinch: the map
        direction: out
      - aiQuery: 'string[], the names'
        name: names
        domIncluded: true
      - aiBoolean: is it full?
      - aiNumber: the number of items
        name: count
      - aiString: the title
      - aiAsk: what is this about?
        screenshotIncluded: false
      - aiLocate: the logo
        name: logo
      - aiAssert: there are three items
        errorMessage: wrong number
        name: three
      - aiWaitFor: the list is there
        timeout: 5000
        checkIntervalMs: 500
      - sleep: 100
      - javascript: document.title
        name: title
      - recordToReport: the list
        content: as it is
      - logScreenshot: again
      - Swipe:
        direction: up
        distance: 200
      - Navigate: http://localhost/other
"""

OURS = """\
web:
  url: "{home}/login"
vars:
  home: http://localhost:8000
  products: [mug, bowl]
  limit: 2
secrets:
  password: SHOP_PASSWORD
allowedHosts: ["localhost:8000"]
tasks:
  - name: log in
    flow:
      - aiInput: the password field
        value: "{password}"
      - aiNumber: how many items are there
        name: total
      - if: "{total} > 10"
        then:
          - aiTap: the Clear button
        else:
          - sleep: 1
      - for: product
        in: "{products}"
        do:
          - ai: put the {product} into the basket
      - repeat: "{limit}"
        as: n
        do:
          - aiTap: row {n}
      - while: there is a Next button
        limit: 20
        do:
          - aiTap: the Next button
      - program: |
          set variable {answer} to "done"
        name: said
      - aiAssert: "{said} is visible"
"""

ANDROID = """\
android:
  deviceId: 's4ey59'
  launch: https://www.example.com
tasks:
  - name: search
    flow:
      - runAdbShell: pm clear com.example
        timeout: 1000
      - ai: search for mugs
"""

SAMPLES = {"midscene": MIDSCENE, "ours": OURS, "android": ANDROID}
